/** The built Worker whose databases and bucket fail where a request says (faulty-bindings.mjs). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Fault = {
  /** Which call fails, counted from 1; 0 fails none. */
  at: number
  how: 'before' | 'after' | 'dies' | 'busy'
  of: 'd1' | 'r2'
}

export const noFault: Fault = { at: 0, how: 'before', of: 'd1' }

export type Call = { of: 'd1'; sql: string[] } | { of: 'r2'; name: string }

export type FaultyAnswer = {
  status: number
  location: string
  body: string
  /** What the request asked of its bindings, in order, with what went on behind the answer. */
  calls: Call[]
}

export const faultyBindings = readFileSync(join(import.meta.dirname, 'faulty-bindings.mjs'), 'utf8')

/** Sends a request whose bindings fail as `fault` says. */
export async function sendFaulty(
  address: string,
  init: RequestInit,
  fault: Fault = noFault,
): Promise<FaultyAnswer> {
  const headers = { ...(init.headers as object), 'x-fault': JSON.stringify(fault) }
  const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
  const {
    status,
    headers: sent,
    body,
    calls,
  } = (await answer.json()) as Omit<FaultyAnswer, 'location'> & { headers: [string, string][] }
  const location = sent.find(([name]) => name === 'location')?.[1] ?? ''
  return { status, location, body, calls }
}

/** Whether a call may write. */
export const writes = (call: Call) =>
  call.of === 'd1' && call.sql.some((sql) => /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql))
