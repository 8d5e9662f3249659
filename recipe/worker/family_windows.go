package worker

import (
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// family is a program and all that it started: a job object, which none of them
// can leave.
type family struct {
	leader uint32
	job    windows.Handle
}

// launch starts a command as the first of a family. It is started suspended, so
// that it starts nobody before it belongs to the job.
func launch(cmd *exec.Cmd) (*family, error) {
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP,
	}
	if err := cmd.Start(); err != nil {
		_ = windows.CloseHandle(job)
		return nil, err
	}
	f := &family{leader: uint32(cmd.Process.Pid), job: job}
	if err := f.admit(); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = windows.CloseHandle(job)
		return nil, err
	}
	return f, nil
}

// newJob makes a job whose members end when its last handle is closed.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, fmt.Errorf("make a job object: %w", err)
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, fmt.Errorf("limit a job object: %w", err)
	}
	return job, nil
}

// admit takes the leader into the job and lets it run.
func (f *family) admit() error {
	const rights = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	h, err := windows.OpenProcess(rights, false, f.leader)
	if err != nil {
		return fmt.Errorf("open the process: %w", err)
	}
	defer func() { _ = windows.CloseHandle(h) }()
	if err := windows.AssignProcessToJobObject(f.job, h); err != nil {
		return fmt.Errorf("take the process into its job: %w", err)
	}
	return resume(f.leader)
}

// resume lets the threads of a suspended process run; it has one.
func resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("list the threads: %w", err)
	}
	defer func() { _ = windows.CloseHandle(all) }()
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &entry); err == nil; err = windows.Thread32Next(all, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("open the thread: %w", err)
		}
		_, err = windows.ResumeThread(thread)
		_ = windows.CloseHandle(thread)
		if err != nil {
			return fmt.Errorf("let the process run: %w", err)
		}
		return nil
	}
	return fmt.Errorf("find the thread of the process: %w", err)
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	userTime, kernelTime, periodUser, periodKernel int64
	pageFaults, processes, active, terminated      uint32
}

const basicAccounting = 1 // JobObjectBasicAccountingInformation

// gone reports whether nobody of the family runs.
func (f *family) gone() bool {
	var info accounting
	err := windows.QueryInformationJobObject(f.job, basicAccounting,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	return err == nil && info.active == 0
}

// ask asks the program to end, as a break typed at its console would. A program
// without a console does not hear it.
func (f *family) ask() {
	_ = windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, f.leader)
}

// end ends all of the family.
func (f *family) end() { _ = windows.TerminateJobObject(f.job, 1) }

// close gives the job back, which ends whoever is left.
func (f *family) close() { _ = windows.CloseHandle(f.job) }
