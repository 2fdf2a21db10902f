import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { buildCatalogue } from './scripts/icons/build-catalogue.ts'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: false
  }
}

/** Writes the catalogue of icons among the browser's files; the Worker reads it from there (app/http/icons.server.ts). */
const iconCatalogue: Plugin = {
  name: 'icon-catalogue',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'catalogue/icons.json', source: JSON.stringify(buildCatalogue()) })
  },
}

export default defineConfig({
  plugins: [
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
