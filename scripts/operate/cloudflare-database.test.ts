import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cloudflareDatabase } from './cloudflare-database.ts'

/** Answers as Cloudflare's API documents it, and keeps what it was sent. */
async function standIn(answer: (body: { sql?: string; batch?: unknown[] }) => object) {
  const asked: { url: string; token: string; body: { sql?: string; batch?: unknown[] } }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    asked.push({ url: request.url!, token: request.headers.authorization!, body })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(body)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, api: `http://127.0.0.1:${port}` }
}

test('statements and batches go as one call each, with their parameters apart', async () => {
  const { asked, api } = await standIn((body) => ({
    success: true,
    result: (body.batch ?? [body]).map((_, i) => ({ success: true, results: [{ n: i }] })),
  }))
  const database = cloudflareDatabase({ accountId: 'acc', token: 'secret', api }, 'db-1')

  expect(await database.prepare('SELECT ?').bind('a').first()).toEqual({ n: 0 })
  const answers = await database.batch([
    database.prepare('INSERT INTO a VALUES (?)').bind(1),
    database.prepare('SELECT 2'),
  ])
  expect(answers.map(({ results }) => results)).toEqual([[{ n: 0 }], [{ n: 1 }]])
  expect(asked).toEqual([
    {
      url: '/accounts/acc/d1/database/db-1/query',
      token: 'Bearer secret',
      body: { sql: 'SELECT ?', params: ['a'] },
    },
    {
      url: '/accounts/acc/d1/database/db-1/query',
      token: 'Bearer secret',
      body: {
        batch: [
          { sql: 'INSERT INTO a VALUES (?)', params: [1] },
          { sql: 'SELECT 2', params: [] },
        ],
      },
    },
  ])
})

test('a refusal of Cloudflare is thrown with its own words', async () => {
  const { api } = await standIn(() => ({ success: false, errors: [{ message: 'no such table' }] }))
  const database = cloudflareDatabase({ accountId: 'acc', token: 'secret', api }, 'db-1')
  await expect(database.prepare('SELECT 1').all()).rejects.toThrow('no such table')
})
