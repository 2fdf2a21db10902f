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
  resolveId: (id) => (id === noReactDom || id === noWidget ? id : null),
  load: (id) => {
    if (id === noWidget) return 'export default () => null'
    return id === noReactDom ? 'export const flushSync = (update) => update()' : null
  },
}
