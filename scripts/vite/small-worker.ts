import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/**
 * Makes the Worker's text small, last of all. SWC's is 3 % smaller than esbuild's, by which Wrangler
 * would do it: 50 kB of what every start of an isolate reads. Wrangler sends it as it is.
 */
export const smallWorker: Plugin = {
  name: 'cadence:small-worker',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  renderChunk: {
    order: 'post',
    async handler(code, _chunk, { sourcemap }) {
      const { code: small, map } = await minify(code, {
        module: true,
        ecma: 2022,
        sourceMap: sourcemap !== false,
        compress: { toplevel: true, passes: 2 },
        mangle: { toplevel: true },
        format: { comments: false, ecma: 2022 },
      })
      return { code: small, map: map ?? null }
    },
  },
}
