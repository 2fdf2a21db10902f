/**
 * `npm run bench`: the project's own figures, one JSON object a line. Speeds are ratios to peers or
 * to a smaller size of the same run, since figures of workerd vary by a third from run to run.
 */
import { bundleWeight } from './bench/bundle-weight.ts'
import { deskFigures } from './bench/desk-figures.ts'
import { firstPaint } from './bench/first-paint.ts'
import { growth } from './bench/growth.ts'
import { identityFigures } from './bench/identity-figures.ts'
import { memory } from './bench/memory.ts'
import { oversell } from './bench/oversell.ts'
import { pageFigures } from './bench/page-figures.ts'
import { noonRush } from './bench/rush.ts'
import { storageFigures } from './bench/storage-figures.ts'
import { throughput } from './bench/throughput.ts'
import { buildWhenStale } from './fresh-build.ts'

const parts: Record<string, () => Promise<object[]>> = {
  bundle: bundleWeight,
  pages: pageFigures,
  throughput,
  paint: firstPaint,
  growth,
  oversell,
  rush: noonRush,
  memory,
  identity: identityFigures,
  desk: deskFigures,
  storage: storageFigures,
}

const wanted = process.argv.slice(2).filter((name) => name in parts)
await buildWhenStale()
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const line of await measure()) console.log(JSON.stringify(line))
}
process.exit(0)
