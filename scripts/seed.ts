/**
 * `npm run seed -- --studio rush --members 10000 --bookings 200000`: adds a large studio (contract
 * 8).
 */
import { hashPassword } from '#app/domain/identity/secrets/password-hash.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { buildRush, type RushSize } from './demo/build-rush.ts'
import { fillDemoWorld, fillPublicClasses, isEmpty, type WorldEnv } from './demo/fill-world.ts'
import { insertRows } from './demo/insert-rows.ts'
import { demoPassword } from './demo/plan-world.ts'
import { databaseEnv, startLocalDatabases } from './local-server.ts'
import { asCommand, Refused } from './refused.ts'
import { wantedSize } from './seed-arguments.ts'
import { lockState, stateDir } from './state-lock.ts'

/**
 * The studio's own row comes last: a seed that was interrupted leaves none and can be run again.
 */
async function addRush(env: WorldEnv, size: RushSize, nowMs: number): Promise<void> {
  const known = await env.DIRECTORY.prepare('SELECT 1 FROM studios WHERE slug = ?')
    .bind(size.slug)
    .first()
  if (known)
    throw new Refused(`There is a studio ${size.slug} already. Choose another name for --studio.`)
  const rush = buildRush(size, instantFromMs(nowMs), await hashPassword(demoPassword))
  for (const [table, rows] of Object.entries(rush.shard)) {
    await env.STUDIOS_0.prepare(`DELETE FROM ${table} WHERE studio_id = ?`)
      .bind(rush.studioId)
      .run()
    await insertRows(env.STUDIOS_0, table, rows)
  }
  for (const [table, rows] of Object.entries(rush.directory)) {
    await insertRows(env.DIRECTORY, table, rows, { skipKnown: true })
  }
  await insertRows(env.DIRECTORY, 'studios', [rush.studio])
  await fillPublicClasses(env, nowMs)
}

async function seed(args: string[]): Promise<void> {
  const size = wantedSize(args)
  const directory = stateDir()
  if (!lockState(directory))
    throw new Refused(`A server works with ${directory}. Stop it first, then seed.`)
  const databases = await startLocalDatabases({ stateDir: directory })
  const began = performance.now()
  try {
    const env = await databaseEnv(databases)
    if (await isEmpty(env)) await fillDemoWorld(env, Date.now())
    await addRush(env, size, Date.now())
  } finally {
    await databases.dispose()
  }
  const { slug, members, bookings } = size
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Added ${slug}: ${members} members (m1@${slug}.test …, password ${demoPassword}) and ${bookings} bookings in ${seconds} s.`,
  )
}

await asCommand(() => seed(process.argv.slice(2)))
