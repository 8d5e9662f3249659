// Package worker runs what draining starts and does not trust: a worker's
// program, a gate's command, and, for the person who works themselves, a shell in
// the workspace (sections 6 and 6.1 of draining). A program gets its brief on
// standard input, the workspace as working directory, four variables and those
// that its config names; what it prints is data, bounded, never run and never
// shown raw; and it is ended with everything that it started when its time is up,
// when nobody waits for it any more, and when it has ended itself.
package worker
