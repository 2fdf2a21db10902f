/** What programs send and what the clock brings, as presses: auth, storage, and every job. */
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { jobs } from '#functions/jobs/registry.ts'
import { demoPassword, testSecrets } from '../accounts.ts'
import { demoNow } from '../demo-moment.ts'
import { pngOf } from '../files.ts'
import type { WorkedStudio } from '../walls/worked-studio.ts'
import type { Press } from './collect-presses.ts'

/** Every job, now and when much has come due: a day, a week and a term later. */
export function jobPresses(): Press[] {
  const after = { now: 0, day: 1, week: 8, term: 90 }
  return Object.entries(after).flatMap(([when, days]) =>
    jobs.map(
      ({ name }): Press => ({
        name: `job ${name} ${when}`,
        as: null,
        to: `/dev/jobs/${name}`,
        body: '',
        at: addMinutes(demoNow, days * 1_440),
        always: true,
      }),
    ),
  )
}

/** One call at least of each endpoint that writes and needs nothing from an earlier mail. */
export async function servicePresses({ sessions, own, env }: WorkedStudio): Promise<Press[]> {
  const configuration = readConfiguration(testSecrets)
  const [anon, service] = await Promise.all(
    (['anon', 'service_role'] as const).map((role) => signProjectKey(configuration, role)),
  )
  const mine = `Bearer ${sessions.owner.accessToken}`
  const admin = `Bearer ${service}`
  const coach = await env.DIRECTORY.prepare(
    "SELECT id FROM auth_users WHERE email = 'cleo@northside.test'",
  ).first<{ id: string }>()
  const call = (
    what: string,
    body: object | Uint8Array | null,
    authorization = `Bearer ${anon}`,
  ): Press => {
    const [method = '', to = ''] = what.split(' ')
    const bytes = body instanceof Uint8Array ? body : null
    const json = body === null ? null : JSON.stringify(body)
    return {
      name: `service ${method} ${to.replace(coach?.id ?? '', ':id')}`,
      as: null,
      to,
      method,
      headers: {
        apikey: anon ?? '',
        Authorization: authorization,
        'Content-Type': bytes ? 'image/png' : 'application/json',
      },
      body: bytes ?? json,
    }
  }
  const file = `/storage/v1/object/Files/${own.slug}/waivers`
  const email = 'somebody.new@example.test'
  return [
    call('POST /auth/v1/signup', { email, password: 'a long pass phrase' }),
    call('POST /auth/v1/token?grant_type=password', {
      email: 'cleo@northside.test',
      password: demoPassword,
    }),
    call('POST /auth/v1/otp', { email: 'cleo@northside.test' }),
    call('POST /auth/v1/recover', { email: 'cleo@northside.test' }),
    call('POST /auth/v1/magiclink', { email: 'cleo@northside.test' }),
    call('PUT /auth/v1/user', { data: { theme: 'dark' } }, mine),
    call('PUT /auth/v1/user', { email }, mine),
    call('GET /auth/v1/reauthenticate', null, mine),
    call('POST /auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' }, mine),
    call('POST /auth/v1/logout?scope=others', {}, mine),
    call('POST /auth/v1/admin/users', { email, email_confirm: true }, admin),
    call(`PUT /auth/v1/admin/users/${coach?.id}`, { user_metadata: { seen: true } }, admin),
    call(`DELETE /auth/v1/admin/users/${coach?.id}`, {}, admin),
    call(
      'POST /auth/v1/admin/generate_link',
      { type: 'recovery', email: 'cleo@northside.test' },
      admin,
    ),
    call('POST /auth/v1/invite', { email }, admin),
    call(`POST ${file}/new.png`, pngOf(4, 4), mine),
    call(`PUT ${file}/ana.png`, pngOf(5, 5), mine),
    call(`DELETE ${file}/ana.png`, null, mine),
    call(`DELETE ${file.replace('/object/', '/object/sign/')}/ana.png`, null, mine),
    call(
      'POST /storage/v1/object/move',
      {
        bucketId: 'Files',
        sourceKey: `${own.slug}/waivers/ana.png`,
        destinationKey: `${own.slug}/waivers/moved.png`,
      },
      mine,
    ),
    call('POST /storage/v1/bucket', { id: 'notes', name: 'notes', public: false }, admin),
    call('PUT /storage/v1/bucket/Files', { public: false, file_size_limit: 1_000_000 }, admin),
  ]
}
