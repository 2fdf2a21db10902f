import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { buildCatalogue } from './scripts/icons/build-catalogue.ts'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: false
  }
}

const scriptId = 'virtual:session-link'

/**
 * Builds app/session-link/entry.ts as a script of its own, for pages that carry no React, and tells the server its
 * address. The browser's build comes first and the server's follows in the same process.
 */
function sessionLink(): Plugin {
  const known = globalThis as { sessionLinkScript?: string }
  let chunk = ''
  return {
    name: 'cadence:session-link',
    resolveId: (id) => (id === scriptId ? `\0${scriptId}` : null),
    load: (id) =>
      id === `\0${scriptId}`
        ? `export default ${JSON.stringify(known.sessionLinkScript ?? '')}`
        : null,
    configResolved({ build, command }) {
      if (command === 'build' && !build.ssr) chunk = 'wanted'
    },
    buildStart() {
      if (chunk)
        chunk = this.emitFile({
          type: 'chunk',
          id: 'app/session-link/entry.ts',
          name: 'session-link',
        })
    },
    generateBundle() {
      if (chunk) known.sessionLinkScript = `/${this.getFileName(chunk)}`
    },
  }
}

/** Writes the catalogue of icons among the browser's files; the Worker reads it from there (app/http/icons.server.ts). */
const iconCatalogue: Plugin = {
  name: 'icon-catalogue',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'catalogue/icons.json',
      source: JSON.stringify(buildCatalogue()),
    })
  },
}

export default defineConfig({
  plugins: [
    sessionLink(),
    iconCatalogue,
    remix({
      appDirectory: 'app',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        // Off on purpose: advisories in turbo-stream and the manifest endpoint (docs/decisions/0002).
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
  ssr: {
    resolve: {
      conditions: ['workerd', 'worker', 'browser'],
      externalConditions: ['workerd', 'worker'],
    },
  },
  resolve: { mainFields: ['browser', 'module', 'main'] },
  build: { cssTarget: 'esnext', target: 'es2022', assetsInlineLimit: 0 },
})
