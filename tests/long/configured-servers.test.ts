import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { freshDevVars } from '../../scripts/dev-vars.ts'
import { root } from '../../scripts/local-server.ts'
import { call, outcomeOf } from '../support/auth-wire.ts'
import { newKey } from '../support/servers/signing-keys.ts'
import { type AuthServer, supabaseClient } from '../support/supabase.ts'

const secret = 'a shared secret of more than 32 bytes'

/**
 * Servers as someone starts them: `npm start` with PORT, STATE_DIR and variables, all at the same
 * time.
 */
const wanted = {
  usual: {},
  autoconfirm: {
    AUTH_EMAIL_CONFIRMATION: 'false',
    AUTH_PHONE_CONFIRMATION: 'false',
    AUTH_ANONYMOUS: 'true',
  },
  closed: { AUTH_SIGN_UP: 'false' },
  rsa: { JWT_KEYS: JSON.stringify([newKey('RS256')]), AUTH_EMAIL_CONFIRMATION: 'false' },
  legacy: {
    JWT_KEYS: '[]',
    JWT_SECRET: secret,
    AUTH_PATH: '/',
    AUTH_API_KEY_REQUIRED: 'false',
    AUTH_EMAIL_CONFIRMATION: 'false',
  },
} satisfies Record<string, Record<string, string>>

type Name = keyof typeof wanted
const servers = {} as Record<Name, AuthServer>
const children: ChildProcess[] = []
const folders: string[] = []

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

beforeAll(async () => {
  for (const [name, own] of Object.entries(wanted)) {
    const port = await freePort()
    const stateDir = mkdtempSync(join(tmpdir(), `cadence-${name}-`))
    folders.push(stateDir)
    const variables: Record<string, string> = { ...freshDevVars(), ...own }
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
      cwd: root,
      env: { ...process.env, ...variables, PORT: String(port), STATE_DIR: stateDir },
      stdio: 'ignore',
      detached: true,
    })
    children.push(child)
    servers[name as Name] = { origin: `http://127.0.0.1:${port}`, variables }
  }
  for (const { origin } of Object.values(servers)) {
    const giveUp = Date.now() + 300_000
    const serves = () =>
      fetch(`${origin}/auth/v1/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    while (!(await serves())) {
      if (Date.now() > giveUp) throw new Error(`${origin} does not serve`)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}, 400_000)

afterAll(async () => {
  await Promise.all(
    children.map((child) => {
      const gone = new Promise((resolve) => child.once('close', resolve))
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
      return child.exitCode === null ? gone : null
    }),
  )
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const person = () => ({
  email: `${newId().toLowerCase()}@example.test`,
  password: 'a long password',
})
const clientOf = async (name: Name) => (await supabaseClient({ server: servers[name] })).auth

test('each server signs up as its variables say', async () => {
  const outcomes = await Promise.all(
    (Object.keys(wanted) as Name[]).map(async (name) => {
      const { data, error } = await (await clientOf(name)).signUp(person())
      return [name, error?.code ?? (data.session ? 'session' : 'confirm')]
    }),
  )
  expect(Object.fromEntries(outcomes)).toEqual({
    usual: 'confirm',
    autoconfirm: 'session',
    closed: 'signup_disabled',
    rsa: 'session',
    legacy: 'session',
  })
  expect((await (await clientOf('autoconfirm')).signInAnonymously()).error).toBeNull()
  expect((await (await clientOf('usual')).signInAnonymously()).error).toMatchObject({
    code: 'anonymous_provider_disabled',
  })
})

test('a token and a key of one server open nothing on another', async () => {
  const { data } = await (await clientOf('rsa')).signUp(person())
  const headers = { Authorization: `Bearer ${data.session?.access_token}` }
  expect(outcomeOf(await call('/user', { headers, server: servers.rsa }))).toBe('200')
  expect(outcomeOf(await call('/user', { headers, server: servers.autoconfirm }))).toBe(
    '403 bad_jwt',
  )
  const foreign = { origin: servers.usual.origin, variables: servers.rsa.variables }
  expect(outcomeOf(await call('/settings', { server: foreign }))).toBe('401 no_authorization')
})

test('a server may be asked at the root, without a key of the project, as one without a gateway is', async () => {
  const { origin } = servers.legacy
  const answer = await fetch(`${origin}/signup`, { method: 'POST', body: JSON.stringify(person()) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect(answer.status).toBe(200)
  const user = await fetch(`${origin}/user`, { headers: { Authorization: `Bearer ${token}` } })
  expect(user.status).toBe(200)
  expect(await (await fetch(`${origin}/.well-known/jwks.json`)).json()).toEqual({ keys: [] })
  expect((await fetch(`${origin}/sign-in`)).headers.get('Content-Type')).toContain('text/html')
})

test('each server tells its own settings', async () => {
  const settingsOf = async (name: Name) => (await call('/settings', { server: servers[name] })).json
  expect(await settingsOf('closed')).toMatchObject({
    disable_signup: true,
    mailer_autoconfirm: false,
  })
  expect(await settingsOf('autoconfirm')).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: true,
    external: { email: true, anonymous_users: true, google: false },
    saml_enabled: false,
  })
})
