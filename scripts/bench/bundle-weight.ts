import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import { buildWhenStale } from '../fresh-build.ts'
import { root } from '../local-server.ts'
import { bundleLimit } from './bundle-limit.ts'

/**
 * What the Worker weighs as it is sent (gzip), and which packages and areas of ours it is made of.
 * A part is weighed alone, so the parts sum to more than the whole. What no source claims, such as
 * the list of routes and the styles, counts to the source before it.
 */
export async function bundleWeight(): Promise<object[]> {
  await buildWhenStale({ maps: true })
  const worker = join(root, 'build/worker')
  const code = readFileSync(join(worker, 'server.js'), 'utf8')
  const parts = new Map<string, string>()
  for (const [source, text] of piecesOf(code, readFileSync(join(worker, 'server.js.map'), 'utf8')))
    parts.set(areaOf(source), (parts.get(areaOf(source)) ?? '') + text)
  const lines = [...parts]
    .map(([part, text]) => ({ figure: 'worker part', part, gzipBytes: weigh(text) }))
    .filter(({ gzipBytes }) => gzipBytes > 1_000)
    .sort((one, other) => other.gzipBytes - one.gzipBytes)
  return [{ figure: 'worker bundle', gzipBytes: weigh(code), limit: bundleLimit() }, ...lines]
}

const weigh = (text: string) => gzipSync(text, { level: 9 }).length

/** The bundle cut into pieces, each with the source it came from. */
function* piecesOf(code: string, map: string): Generator<[source: string, text: string]> {
  const lineStarts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1))
    lineStarts.push(at + 1)
  const marks: { at: number; source: string }[] = []
  eachMapping(new TraceMap(map), ({ generatedLine, generatedColumn, source }) => {
    const at = lineStarts[generatedLine - 1]! + generatedColumn
    if (source !== null && source !== marks.at(-1)?.source) marks.push({ at, source })
  })
  for (const [i, { at, source }] of marks.entries())
    yield [source, code.slice(at, marks[i + 1]?.at)]
}

/** `zod` for a file of a package; `app/domain/bookings`, `functions/auth` for one of ours. */
function areaOf(source: string): string {
  const [, own] = source.split('node_modules/')
  if (own) return own.split('/', own.startsWith('@') ? 2 : 1).join('/')
  const path = /(app|functions)\/.*/.exec(source)?.[0] ?? source
  return path.split('/', /^app\/(domain|routes)\//.test(path) ? 3 : 2).join('/')
}
