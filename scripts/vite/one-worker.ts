import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))

/** What the Worker has instead of React for browsers; the router asks it for this one function. */
const noReactDom = '\0no-react-dom'

/**
 * What the Worker has instead of widgets that a page with scripts fetches by itself (`lazy`): the
 * server never draws them, and what they are made of would only weigh.
 */
const noWidget = '\0no-widget'

/**
 * What the Worker has instead of the 2,231 names that HTML has for characters, which weigh a hundredth
 * of it: those of one character of an alphabet or of punctuation. Others in a letter that comes in
 * stay as they are written.
 */
const namedCharacters = '\0named-characters'
const entityTable = createRequire(import.meta.url)
  .resolve('postal-mime/package.json')
  .replace('package.json', 'dist/esm/html-entities.js')

async function commonCharacters(): Promise<string> {
  const { htmlEntities } = (await import(entityTable)) as { htmlEntities: Record<string, string> }
  const common = Object.entries(htmlEntities).filter(
    ([name, text]) =>
      name.endsWith(';') && name.length <= 9 && [...text].length === 1 && text < '\u2123',
  )
  return `export const htmlEntities = ${JSON.stringify(Object.fromEntries(common))}`
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
        { find: /^\.\/icon-combobox\.tsx$/, replacement: noWidget },
        { find: /^#app\/ui\/query\/query-client\.ts$/, replacement: noWidget },
        { find: /^\.\/html-entities\.js$/, replacement: namedCharacters },
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
      rollupOptions: { input: 'functions/server.ts', external: /^(node|cloudflare):/ },
    },
  }),
  resolveId: (id) => ([noReactDom, noWidget, namedCharacters].includes(id) ? id : null),
  load: (id) => {
    if (id === namedCharacters) return commonCharacters()
    if (id === noWidget) return 'export default () => null'
    return id === noReactDom ? 'export const flushSync = (update) => update()' : null
  },
}
