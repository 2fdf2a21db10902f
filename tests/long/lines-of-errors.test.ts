import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDevVars } from '../../scripts/dev-vars.ts'
import { buildWhenStale } from '../../scripts/fresh-build.ts'
import { root, startLocalServer } from '../../scripts/local-server.ts'
import { mappedWords, misplaced } from '../../scripts/vite/mapped-words.ts'

const built = (name: string) => readFileSync(join(root, 'build/worker', name), 'utf8')

beforeAll(() => buildWhenStale({ maps: true }))

test('the map that goes with the Worker names the line of a source for each word of it', () => {
  const words = mappedWords(built('server.js'), built('server.js.map'))
  expect(words.length).toBeGreaterThan(50_000)
  const wrong = misplaced(words)
  expect(wrong.length / words.length, JSON.stringify(wrong.slice(0, 20))).toBeLessThan(0.01)
})

/** Answers with the stack that the Worker writes to the log when the directory is broken. */
const brokenDirectory = `
import worker from './server.js'
export default {
  async fetch(request, env, context) {
    const stacks = []
    console.error = (...said) => stacks.push(...said.map((one) => one?.stack ?? String(one)))
    const DIRECTORY = { prepare() { throw new Error('The directory is broken') } }
    await worker.fetch(request, { ...env, DIRECTORY }, context)
    return new Response(stacks.join('\\n'))
  },
}`

test('the stack of an error in the log leads to the lines that threw it', async () => {
  const { url, miniflare } = await startLocalServer({
    before: brokenDirectory,
    variables: { DEV_TOOLS: 'true', ...freshDevVars() },
  })
  onTestFinished(() => miniflare.dispose())
  const stack = await (await fetch(`${url}/northside`)).text()
  expect(stack).toContain('The directory is broken')
  const map = new TraceMap(built('server.js.map'))
  const lines = [...stack.matchAll(/server\.js:(\d+):(\d+)/g)].map(([, line, column]) => {
    const place = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
    const content = map.sourcesContent?.[map.sources.indexOf(place.source)] ?? ''
    return { source: place.source, text: content.split('\n')[(place.line ?? 0) - 1] }
  })
  expect(lines.length, stack).toBeGreaterThan(0)
  expect(lines[0]?.text).toContain('prepare')
})
