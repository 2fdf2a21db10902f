import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { FileOrder } from './tests/support/run/file-order.ts'

// Kept apart from vite.config.ts: its worker conditions break Miniflare under Vitest.
const alias = {
  '#app': join(import.meta.dirname, 'app'),
  '#functions': join(import.meta.dirname, 'functions'),
}

// The first file that needs the demo world plays it, the others wait for it.
const shared = {
  environment: 'node' as const,
  // For a machine that is busy or a third as fast: what hangs is still found.
  testTimeout: 60_000,
  hookTimeout: 360_000,
  // What is waited for comes within a moment, but not on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

// Files of one process share their modules and, emptied for each, its databases
// (tests/support/databases.ts): loading them anew took a third of the run.
const together = { isolate: false, setupFiles: ['tests/support/run/each-file.ts'] }

const served = { globalSetup: ['tests/support/run/built-worker.ts'] }

export default defineConfig({
  resolve: { alias },
  test: {
    // One queue for all: each process takes the next file (tests/support/run/file-order.ts). One more
    // than the two cores that are held to, as journeys wait for a second of each three.
    maxWorkers: 3,
    sequence: { sequencer: FileOrder },
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          ...together,
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
          ...together,
          ...served,
          // A file makes its own studio or people: the databases of its Worker are not emptied.
          name: 'worker',
          include: [
            'tests/http/**/*.test.ts',
            'tests/auth-api/**/*.test.ts',
            'tests/storage-rest/**/*.test.ts',
          ],
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          ...served,
          ...together,
          // A journey has a server of its own, or a studio of its own on that of its process.
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          ...served,
          setupFiles: together.setupFiles,
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
