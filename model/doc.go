// Package model says what debt is: its values and its rules. It imports the
// standard library alone and does no I/O; clock, environment and files stay
// outside. Every rule of the formats stands here once, as a pure function, and
// the commands, the live checks of the app and the sweep all call it.
package model
