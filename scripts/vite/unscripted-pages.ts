import type { Plugin } from 'vite'
import { takenOver } from './lean-manifest.ts'

/** How Remix marks the module that stands for a route in the build of the browser's files. */
const ofBrowser = '?__remix-build-client-route'

type Remix = {
  __remixPluginContext: {
    remixConfig: { routes: Record<string, { id: string; parentId?: string; file: string }> }
  }
}

/**
 * Leaves pages that no browser takes over out of the build of the browser's files: nothing would
 * load them, and what they are made of is half of what that build reads. Their modules stay as
 * empty files, since the list of routes names one for each.
 */
export function unscriptedPages(): Plugin {
  let unscripted: readonly string[] = []
  return {
    name: 'cadence:unscripted-pages',
    enforce: 'post',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(config) {
      const { routes } = (config as unknown as Remix).__remixPluginContext.remixConfig
      const taken = takenOver(Object.values(routes))
      unscripted = Object.values(routes)
        .filter(({ id }) => !taken.has(id))
        .map(({ file }) => `/app/${file}${ofBrowser}`)
    },
    transform: (_, id) =>
      id.endsWith(ofBrowser) && unscripted.some((end) => id.endsWith(end))
        ? { code: 'export {}', map: null }
        : null,
  }
}
