import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Kept apart from vite.config.ts: its worker conditions break Miniflare under Vitest.
const alias = {
  '#app': join(import.meta.dirname, 'app'),
  '#functions': join(import.meta.dirname, 'functions'),
}

// The first file that needs the demo world plays it, the others wait for it.
const shared = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 180_000 }

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'domain',
          include: [
            'app/**/*.test.{ts,tsx}',
            'functions/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/stories/*.test.ts',
            'tests/*.test.ts',
          ],
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'worker',
          include: [
            'tests/http/**/*.test.ts',
            'tests/auth-api/**/*.test.ts',
            'tests/storage-rest/**/*.test.ts',
          ],
          globalSetup: ['tests/support/built-worker.ts'],
          // One built Worker and its databases are shared; a file makes its own studio or people.
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          // Beside the domain's: a journey has a server of its own, or a studio of its own on the shared one.
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/built-worker.ts'],
          testTimeout: 40_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/support/built-worker.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
