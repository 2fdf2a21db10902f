import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: false
  }
}

export default defineConfig({
  plugins: [
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
