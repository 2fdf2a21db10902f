import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Env } from '#app/http/environment.ts'
import { knowsItsAddress } from '#functions/edge/site-address.ts'
import { ensureDevVars } from './dev-vars.ts'

test('what is written for a fresh clone is enough for wrangler dev to serve, and is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-vars-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '.dev.vars')
  const written = ensureDevVars(path)

  expect(knowsItsAddress(written as unknown as Env)).toBe(true)
  expect(written.JWT_KEYS).toContain('P-256')
  expect(ensureDevVars(path)).toEqual(written)
})
