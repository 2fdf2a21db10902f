/**
 * What `npm run deploy` does, in steps that each may have been done already: so that a deployment
 * that broke off goes on when it is begun again. Nothing is made before what only a person can give
 * is there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Refused } from '../refused.ts'
import { productionConfig } from './production-config.ts'
import { howToPut, missingSecrets } from './secrets.ts'

/** Runs a command of wrangler: its exit code, and what it printed. */
export type Wrangler = (args: string[]) => { status: number; output: string }

type Deployment = {
  /** The path of wrangler.toml, into which ids of new databases are written. */
  config: string
  wrangler: Wrangler
  say: (line: string) => void
  /** Says what would be done and asks nobody. */
  dryRun?: boolean
}

/**
 * Makes what is missing on Cloudflare (databases, bucket, queues), applies migrations and sends the
 * Worker. Refuses, before it changes anything, a `SITE_URL` that is no public origin, an account
 * that wrangler is not signed in to, and missing secrets; stops where a step fails and says which.
 */
export async function deployTo({ config, wrangler, say, dryRun = false }: Deployment) {
  const wanted = await productionConfig(config)
  if (wanted.missing.length > 0 && !dryRun)
    throw new Refused(
      `Nothing was deployed. In wrangler.toml, under [env.production], ${wanted.missing.join('; ')}.`,
    )

  const run = (what: string, args: string[]): string => {
    const { status, output } = wrangler(args)
    if (status !== 0)
      throw new Refused(
        `${what} failed, so the deployment stopped there. Run it again once that is mended; what is done is not done twice.`,
      )
    return output
  }

  if (dryRun) {
    say(`Deploying ${wanted.name}. This is the plan; nothing is changed or asked.`)
    for (const lack of wanted.missing)
      say(
        `0. First, in wrangler.toml under [env.production]: ${lack}. Without it nothing is deployed.`,
      )
    say('1. Make sure that wrangler is signed in (npx wrangler login).')
    say(`2. Refuse unless these secrets are there: ${missingSecrets(wanted.vars, []).join(', ')}.`)
    for (const { name, id } of wanted.databases)
      say(
        `3. Database ${name}: ${id ? `there already (${id})` : 'made, and its id written into wrangler.toml'}.`,
      )
    for (const name of wanted.buckets) say(`4. Bucket ${name}: made unless it is there.`)
    for (const name of wanted.queues) say(`5. Queue ${name}: made unless it is there.`)
    for (const { name, migrations } of wanted.databases)
      say(`6. Migrations of ${name}: those of ${migrations} that it does not have yet.`)
    say('7. Build the Worker and send it, with its source maps.')
    return
  }

  const known = parseList<{ name: string; uuid: string }>(wrangler(['d1', 'list', '--json']))
  if (!known)
    throw new Refused(
      'Wrangler is not signed in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
    )
  // A Worker that was never sent has no list of secrets.
  const secrets = parseList<{ name: string }>(
    wrangler(['secret', 'list', '--env', 'production', '--format', 'json']),
  )
  const missing = missingSecrets(
    wanted.vars,
    (secrets ?? []).map(({ name }) => name),
  )
  if (missing.length > 0)
    throw new Refused(
      ['Nothing was deployed: secrets are missing. For each, run:', ...missing.map(howToPut)].join(
        '\n  ',
      ),
    )

  for (const { name, id } of wanted.databases) {
    if (id) {
      if (!known.some(({ uuid }) => uuid === id))
        throw new Refused(
          `wrangler.toml names ${id} as ${name}, and this account has no such database. Sign in to the right account, or correct the id.`,
        )
      say(`Database ${name} is there.`)
      continue
    }
    let made = known.find((one) => one.name === name)?.uuid
    if (made) say(`Database ${name} is there; its id is written into wrangler.toml.`)
    else {
      const output = run(`Making the database ${name}`, ['d1', 'create', name])
      made = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(output)?.[0]
      if (!made)
        throw new Refused(`Wrangler did not say the id of ${name}. Write it into wrangler.toml.`)
      say(`Made the database ${name}; its id is written into wrangler.toml.`)
    }
    writeId(config, name, made)
  }
  for (const name of wanted.buckets)
    makeUnlessThere(
      `bucket ${name}`,
      ['r2', 'bucket', 'info', name],
      ['r2', 'bucket', 'create', name],
    )
  for (const name of wanted.queues)
    makeUnlessThere(`queue ${name}`, ['queues', 'info', name], ['queues', 'create', name])
  for (const { name } of wanted.databases) {
    run(`Applying migrations to ${name}`, [
      'd1',
      'migrations',
      'apply',
      name,
      '--remote',
      '--env',
      'production',
    ])
    say(`Migrations of ${name} are applied.`)
  }
  run('Sending the Worker', ['deploy', '--env', 'production'])
  say(`${wanted.name} is at ${wanted.site}.`)

  function makeUnlessThere(what: string, look: string[], make: string[]) {
    if (wrangler(look).status === 0) return say(`The ${what} is there.`)
    run(`Making the ${what}`, make)
    say(`Made the ${what}.`)
  }
}

/** The JSON list that a command printed, behind whatever else it said; null where it failed. */
function parseList<T>({ status, output }: { status: number; output: string }): T[] | null {
  if (status !== 0) return null
  try {
    return JSON.parse(output.slice(output.indexOf('['))) as T[]
  } catch {
    return null
  }
}

/** Writes a database's id into its block under `[env.production]`. */
function writeId(config: string, name: string, id: string): void {
  const text = readFileSync(config, 'utf8')
  const [before, ...blocks] = text.split('[[env.production.d1_databases]]')
  const written = blocks.map((block) =>
    block.includes(`database_name = "${name}"`)
      ? block.replace(/^database_id = ".*"$/m, `database_id = "${id}"`)
      : block,
  )
  writeFileSync(config, [before, ...written].join('[[env.production.d1_databases]]'))
}
