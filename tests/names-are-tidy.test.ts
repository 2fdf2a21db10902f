/** Whatever people may call something: no schema of a form keeps a name that nobody can see. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What is compared or looked for is not shown to anybody. */
const typedOnly = /second-step-fields|filters\.ts|account\/password\.tsx|setup-fields\.ts/

const sources = ['app/domain', 'app/routes'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => join(folder, path)),
)

test('every text of a form that others will read goes through tidyText, and not through trim alone', () => {
  const offences = sources
    .filter((path) => !typedOnly.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /[^\n]*z\s*\.string\((?:[^()]|\([^()]*\))*\)\s*\.trim\(\)/g,
        ),
      ]
        .filter(([text]) => !/\bq: z/.test(text))
        .map(([text]) => `${path}: ${text.trim()}`),
    )
  expect(offences).toEqual([])
  expect(
    sources.filter((path) => readFileSync(join(root, path), 'utf8').includes('tidyText')).length,
  ).toBeGreaterThan(20)
})
