import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const folderOf = (name: string) =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const [react, reactDom] = [folderOf('react'), folderOf('react-dom')]

/**
 * What makes each piece of markup, thirteen thousand times in the Worker's text, under a name of its
 * own in place of one within React's object. With children or with one it is the same function.
 */
const madeMarkup = '\0made-markup'
const markupOfReact = `
import runtime from ${JSON.stringify(join(react, 'cjs/react-jsx-runtime.production.min.js'))}
export const { Fragment, jsx } = runtime
export { jsx as jsxs }`

/** What the Worker has instead of React for browsers; the router asks it for this one function. */
const noReactDom = '\0no-react-dom'

/**
 * What the Worker has instead of widgets that a page with scripts fetches by itself (`lazy`): the
 * server never draws them, and what they are made of would only weigh.
 */
const noWidget = '\0no-widget'

/** What the Worker has instead of the wire format of single fetch, which is off (decision 2). */
const noSingleFetch = '\0no-single-fetch'

/** The same of the framework's own parts of it: of both its packages, which import one name. */
const noSingleFetchParts = '\0no-single-fetch-parts'
const singleFetchParts = `
import { data } from '@remix-run/router'
const off = () => { throw new Error('Single fetch is off.') }
export const SINGLE_FETCH_REDIRECT_STATUS = 202
export const SingleFetchRedirectSymbol = Symbol('SingleFetchRedirect')
export { data, off as StreamTransfer, off as decodeViaTurboStream, off as encodeViaTurboStream,
  off as getSingleFetchDataStrategy, off as getSingleFetchRedirect, off as singleFetchAction,
  off as singleFetchLoaders, off as singleFetchUrl }`

/** What the Worker has instead of the framework's own reader of files: the platform's reads them. */
const noMultipart = '\0no-multipart'

/** What the Worker has instead of Stripe's automatic paging through lists, which is not used. */
const noPaging = '\0no-paging'

/**
 * What the Worker has instead of Hono's first router, which says of each path that it is not for it:
 * the second takes every path, and is enough for the few that come before pages.
 */
const noPatternRouter = '\0no-pattern-router'
const secondRouterAlone = `
import { UnsupportedPathError } from 'hono/router'
export class RegExpRouter {
  name = 'none'
  add() { throw new UnsupportedPathError() }
}`

/** What the Worker has instead of queries by relations, which are for a client that is given a schema. */
const noRelations = '\0no-relations'
const relationNames = [
  ...[
    'Many',
    'One',
    'Relation',
    'Relations',
    'createMany',
    'createOne',
    'createTableRelationsHelpers',
  ],
  ...['extractTablesRelationalConfig', 'getOperators', 'getOrderByOperators', 'mapRelationalRow'],
  ...['normalizeRelation', 'relations'],
]

/**
 * What the Worker has instead of the 2,231 names that HTML has for characters, which weigh a hundredth
 * of it: those of western letters and of the punctuation of running text. Others in a letter
 * that comes in stay as they are written.
 */
const namedCharacters = '\0named-characters'
const entityTable = createRequire(import.meta.url)
  .resolve('postal-mime/package.json')
  .replace('package.json', 'dist/esm/html-entities.js')

async function commonCharacters(): Promise<string> {
  const { htmlEntities } = (await import(entityTable)) as { htmlEntities: Record<string, string> }
  const common = Object.entries(htmlEntities).filter(
    ([name, text]) =>
      name.endsWith(';') &&
      name.length <= 9 &&
      /^[\u{22}-\u{ff}\u{2002}-\u{203a}\u{20ac}\u{2122}]$/u.test(text),
  )
  return `export const htmlEntities = ${JSON.stringify(Object.fromEntries(common))}`
}

/** What the Worker has instead of Zod's JSON schemas, of which nothing is made here. */
const noJsonSchema = '\0no-json-schema'
const jsonSchemaParts = ['json-schema-processors', 'to-json-schema'].map((part) =>
  join(folderOf('zod'), `v4/core/${part}.js`),
)

/** Their exports under the same names, as functions that answer nothing. */
const nothingInstead = () =>
  jsonSchemaParts
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm),
    ])
    .map(([, name]) => `export const ${name} = () => ({})`)
    .join('\n')

const ours: Readonly<Record<string, () => string | Promise<string>>> = {
  [madeMarkup]: () => markupOfReact,
  [namedCharacters]: commonCharacters,
  [noJsonSchema]: nothingInstead,
  [noReactDom]: () => 'export const flushSync = (update) => update()',
  [noPatternRouter]: () => secondRouterAlone,
  [noRelations]: () => relationNames.map((name) => `export class ${name} {}`).join('\n'),
  [noMultipart]: () => 'export const streamMultipart = undefined',
  [noPaging]: () => 'export const makeAutoPaginationMethods = () => ({})',
  [noSingleFetchParts]: () => singleFetchParts,
  [noSingleFetch]: () => 'export const encode = undefined, decode = undefined',
  [noWidget]: () => 'export default () => null',
}

/**
 * Makes the server's build of the whole Worker: front door, pages and packages in one graph, so
 * that no module is in it twice. Behind Remix's plugin, whose own input is the pages alone.
 */
export const oneWorker: Plugin = {
  name: 'cadence:one-worker',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  config: () => ({
    ssr: { target: 'webworker', noExternal: true },
    resolve: {
      alias: [
        { find: /^react-dom$/, replacement: noReactDom },
        { find: /^react\/jsx-runtime$/, replacement: madeMarkup },
        { find: /^turbo-stream$/, replacement: noSingleFetch },
        { find: /^\.\/single-fetch\.js$/, replacement: noSingleFetchParts },
        { find: /^@web3-storage\/multipart-parser$/, replacement: noMultipart },
        { find: /^\.\/router\/reg-exp-router\/router\.js$/, replacement: noPatternRouter },
        { find: /^\.\.?\/relations\.js$/, replacement: noRelations },
        { find: /^\.\/autoPagination\.js$/, replacement: noPaging },
        { find: /^\.\/icon-combobox\.tsx$/, replacement: noWidget },
        { find: /^#app\/ui\/query\/query-client\.ts$/, replacement: noWidget },
        { find: /^\.\/html-entities\.js$/, replacement: namedCharacters },
        {
          find: /^\.\.?\/(core\/)?(json-schema-processors|to-json-schema)\.js$/,
          replacement: noJsonSchema,
        },
        // Pages are answered whole: of React's two makers of markup the one that streams stays out.
        {
          find: /^react-dom\/server$/,
          replacement: join(reactDom, 'cjs/react-dom-server-legacy.browser.production.min.js'),
        },
      ],
    },
    build: {
      // Maps of lines take a quarter of a build; who sends the Worker or weighs it wants them.
      sourcemap: process.env.SOURCE_MAPS !== 'off',
      rollupOptions: {
        ...{ input: 'functions/server.ts', external: /^(node|cloudflare):/ },
        // Nothing in the Worker relies on a side effect of reading a property.
        treeshake: {
          propertyReadSideEffects: false,
          // Tables are described for the migrations: in the Worker only those that a query is built
          // from are left.
          manualPureFunctions: ['sqliteTable', 'text', 'integer', 'real', 'blob'],
        },
        // Nothing asks a module what it is, or tries to change it.
        output: { freeze: false, generatedCode: { symbols: false } },
      },
    },
  }),
  resolveId: (id) => (id in ours ? id : null),
  load: (id) => ours[id]?.() ?? null,
}
