/** What the workerd process of a server costs: its processor time and its memory, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** Hundredths of a second: how Linux counts processor time for programs (`USER_HZ`). */
const tick = 10

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in brackets and may hold blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}

/** The workerd processes that this one started. */
function ownProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const pid = Number(name)
      const ours = statOf(pid).parent === process.pid
      return ours && readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'workerd' ? [pid] : []
    } catch {
      // It ended between the two looks.
      return []
    }
  })
}

/** Starts a server and answers it with the id of the workerd process it runs in. */
export async function withProcess<Server>(
  start: () => Promise<Server>,
): Promise<Server & { pid: number }> {
  const before = new Set(ownProcesses())
  const server = await start()
  const [pid] = ownProcesses().filter((one) => !before.has(one))
  if (pid === undefined) throw new Error('The server started no workerd')
  return { ...server, pid }
}

/** Processor time that the process has taken so far, all its threads, in milliseconds. */
export const cpuOf = (pid: number): number => statOf(pid).ticks * tick

/** Memory that the process holds, in MB. */
export function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}
