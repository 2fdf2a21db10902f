import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { Env } from '#app/http/environment.ts'
import { knowsItsAddress } from '#functions/edge/site-address.ts'
import { ensureDevVars } from './dev-vars.ts'
import { root } from './local-server.ts'
import { localVariables } from './local-variables.ts'

/** The path of a `.dev.vars` that is not there yet. */
function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-vars-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, '.dev.vars')
}

test('what is written for a fresh clone is enough for wrangler dev to serve, and is kept', () => {
  const path = freshPath()
  const written = ensureDevVars(path)

  expect(knowsItsAddress(written as unknown as Env)).toBe(true)
  expect(written.JWT_KEYS).toContain('P-256')
  expect(ensureDevVars(path)).toEqual(written)
})

test('a copied example file gets the secrets it lacks and keeps its other lines', () => {
  const path = freshPath()
  copyFileSync(join(root, '.dev.vars.example'), path)
  const made = ensureDevVars(path)
  expect(readConfiguration(made).secret).toHaveLength(43)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/^PUSH_KEY=$/m)
  expect(text).toContain('# SMTP_HOST=127.0.0.1')
  expect(ensureDevVars(path)).toEqual(made)
})

test('a file that has its secrets stays unchanged', () => {
  const path = freshPath()
  const text = `JWT_KEYS=\nJWT_SECRET=${'s'.repeat(40)}\nCOOKIE_SECRET=${'c'.repeat(40)}\n`
  writeFileSync(path, text)
  ensureDevVars(path)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a start with a wrong variable names it and says what to do', () => {
  expect(() =>
    localVariables(8787, { COOKIE_SECRET: 'short', JWT_SECRET: 's'.repeat(40) }),
  ).toThrow(
    'COOKIE_SECRET is too short: at least 32 random characters. Put it right in .dev.vars (or the environment), or delete its line there, and start again.',
  )
})
