import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Resolves when we are told to stop, or when the npm that started us is gone: a signal to npm
 * reaches its shell and not always what runs in it, and a server that nobody can see would hold the
 * port.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve())
    if (!process.env.npm_lifecycle_event) return
    const parent = process.ppid
    const npm = shellParent(parent)
    setInterval(() => {
      if (process.ppid !== parent || (npm !== null && shellParent(parent) !== npm)) resolve()
    }, 1_000).unref()
  })
}

/** The process that started `pid`, when `pid` is the shell that npm runs a script in. */
function shellParent(pid: number): number | null {
  const [, ppid, command] = /^\s*(\d+)\s+(.*)$/.exec(about(pid)) ?? [null, '', '']
  return /(^|\/)(ba|da|z|a)?sh$/.test(command ?? '') ? Number(ppid) : null
}

/** Parent and command of a process. */
function about(pid: number): string {
  try {
    // Where there is /proc it is read, because asking `ps` each second would start a process each
    // second.
    const [, command, ppid] =
      /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return `${ppid} ${command}`
  } catch {
    return psSays(pid)
  }
}

function psSays(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
