/**
 * Lets test files, which run in processes of their own, put rows into the databases of the built
 * Worker.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Miniflare } from 'miniflare'
import { databaseEnv } from '../../../scripts/local-server.ts'

export type BridgeCall = {
  database: 'DIRECTORY' | 'STUDIOS_0' | 'STUDIOS_1'
  mode: 'batch' | 'all' | 'raw'
  statements: { sql: string; params: unknown[] }[]
}

/** Serves the databases on a free port of this machine. */
export async function serveDatabases(
  miniflare: Miniflare,
): Promise<{ url: string; close(): Promise<void> }> {
  const env = await databaseEnv(miniflare)
  const answer = async ({ database, mode, statements }: BridgeCall): Promise<unknown> => {
    const prepared = statements.map(({ sql, params }) => env[database].prepare(sql).bind(...params))
    if (mode === 'batch') return env[database].batch(prepared)
    return mode === 'raw' ? prepared[0]?.raw() : prepared[0]?.all()
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const result = await answer(JSON.parse(Buffer.concat(chunks).toString()) as BridgeCall)
      response.end(JSON.stringify(result ?? null))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
