import { inject } from 'vitest'

/** The built Worker of this process (run/built-worker.ts): the one that no other file meets. */
export const builtWorker = inject('builtWorkers')[Number(process.env.VITEST_POOL_ID) - 1]!

/** Where it answers. */
export const workerOrigin = builtWorker.origin
