/**
 * The database that the past of one studio is played in. It is the SQLite that D1 is made of, in a
 * Durable Object as D1's are, without what stands before it: a statement is sent and compiled once
 * and not each of the ten thousand times it is asked, which is a quarter of a play. What was played
 * is put into D1 afterwards; that the use cases work there is for the tests of the use cases.
 */
import { rmSync } from 'node:fs'
import { Miniflare } from 'miniflare'
import { ask, databaseOver } from '../d1-gateway.ts'
import { compatibilityDate } from '../local-server.ts'
import { applyMigrations } from '../migrations.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Answers as D1 does, which counts what triggers change as well. */
const script = `
import { DurableObject } from 'cloudflare:workers'

export class Played extends DurableObject {
  texts = []

  async fetch(request) {
    const { mode, texts, statements } = await request.json()
    for (const [number, text] of texts) this.texts[number] = text
    try {
      const ask = (one) => this.ask(mode, one)
      const { storage } = this.ctx
      const answer =
        mode === 'batch' ? storage.transactionSync(() => statements.map(ask)) : ask(statements[0])
      return Response.json({ answer })
    } catch (error) {
      return Response.json({ error: 'D1_ERROR: ' + error.message })
    }
  }

  ask(mode, [number, params]) {
    const text = this.texts[number]
    // What only reads changes nothing: most of what is asked is not counted.
    const writes = !/^\\s*SELECT\\b/i.test(text)
    const before = writes ? this.changes() : 0
    const cursor = this.ctx.storage.sql.exec(text, ...params)
    if (mode === 'raw') return [...cursor.raw()]
    const results = cursor.toArray()
    const { rowsRead, rowsWritten } = cursor
    const changes = writes ? this.changes() - before : 0
    return { success: true, results, meta: { changes, rows_read: rowsRead, rows_written: rowsWritten } }
  }

  changes() {
    return this.ctx.storage.sql.exec('SELECT total_changes()').raw().next().value[0]
  }
}

export default {
  fetch: (request, { PLAYED }) => PLAYED.get(PLAYED.idFromName('studio')).fetch(request),
}`

/** An empty one with the tables of a shard; `dispose` when it is played. */
export async function startPlayDatabase(): Promise<{
  database: D1Database
  dispose(): Promise<void>
}> {
  const folder = temporaryFolder()
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate,
    host: '127.0.0.1',
    cf: false,
    // It knows the statements it was sent, so it may not be put to sleep.
    durableObjects: {
      PLAYED: { className: 'Played', useSQLite: true, unsafePreventEviction: true },
    },
    durableObjectsPersist: folder,
  })
  const database = playedAt(await miniflare.ready)
  await applyMigrations(database, 'studio')
  const dispose = async () => {
    await miniflare.dispose()
    // A server may go on for days in this process.
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, dispose }
}

/** Sends the text of a statement until it has arrived, and from then on its number. */
function playedAt(url: URL): D1Database {
  const numbers = new Map<string, number>()
  const arrived = new Set<string>()
  return databaseOver(async (mode, sent) => {
    const texts: [number, string][] = []
    const statements = sent.map(({ sql, params }) => {
      const number = numbers.get(sql) ?? numbers.size
      numbers.set(sql, number)
      if (!arrived.has(sql)) texts.push([number, sql])
      return [number, params]
    })
    const answer = await ask(url, { mode, texts, statements })
    for (const { sql } of sent) arrived.add(sql)
    return answer
  })
}
