import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { documentFonts } from './scripts/vite/document-fonts.ts'
import { iconCatalogue } from './scripts/vite/icon-catalogue.ts'
import { leanFramework } from './scripts/vite/lean-framework.ts'
import { leanManifest } from './scripts/vite/lean-manifest.ts'
import { leanMatching } from './scripts/vite/lean-matching.ts'
import { leanRoutes } from './scripts/vite/lean-routes.ts'
import { leanSchema } from './scripts/vite/lean-schema.ts'
import { leanSql } from './scripts/vite/lean-sql.ts'
import { leanStatements } from './scripts/vite/lean-statements.ts'
import { leanStripe } from './scripts/vite/lean-stripe.ts'
import { oneWorker } from './scripts/vite/one-worker.ts'
import { ownScripts } from './scripts/vite/own-scripts.ts'
import { partManifests } from './scripts/vite/part-manifests.ts'
import { smallWorker } from './scripts/vite/small-worker.ts'
import { unscriptedPages } from './scripts/vite/unscripted-pages.ts'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: false
  }
}

export default defineConfig({
  plugins: [
    ownScripts(),
    iconCatalogue,
    documentFonts,
    remix({
      appDirectory: 'app',
      serverBuildFile: 'server.js',
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
    leanStripe,
    oneWorker,
    leanFramework,
    leanMatching,
    leanManifest,
    leanRoutes,
    leanSchema,
    leanSql,
    leanStatements,
    partManifests,
    unscriptedPages(),
    smallWorker,
  ],
  ssr: {
    resolve: {
      conditions: ['workerd', 'worker', 'browser'],
      externalConditions: ['workerd', 'worker'],
    },
  },
  resolve: { mainFields: ['browser', 'module', 'main'] },
  build: {
    cssTarget: 'esnext',
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      // Names of files are most of what a page's list of routes weighs: 42 bits of hash tell apart
      // what was built, and say no more.
      output: {
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
      },
      // Remarks about other people's packages and about pages without scripts, which ask nothing of us.
      onwarn: (warning, warn) => {
        if (!/^(SOURCEMAP_ERROR|INVALID_ANNOTATION|EMPTY_BUNDLE)$/.test(warning.code ?? ''))
          warn(warning)
      },
    },
  },
})
