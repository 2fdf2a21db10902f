import type { Plugin } from 'vite'

/**
 * Scripts of pages that carry no React, and the service worker: what the browser is given of each is
 * one file, and `virtual:<name>` tells the server its address. The browser's build comes first and
 * the server's follows in the same process.
 */
const entries: Record<string, string> = {
  'session-link': 'app/session-link/entry.ts',
  push: 'app/offline/push/entry.ts',
  teach: 'app/offline/teach/entry.ts',
  watch: 'app/offline/watch/entry.ts',
  'service-worker': 'app/offline/service-worker.ts',
}

export function ownScripts(): Plugin {
  const known = globalThis as { ownScripts?: Record<string, string> }
  const chunks = new Map<string, string>()
  let serving = false
  let emits = false
  const nameOf = (id: string) => (id.startsWith('virtual:') ? id.slice('virtual:'.length) : '')
  return {
    name: 'cadence:own-scripts',
    resolveId: (asked) => (nameOf(asked) in entries ? `\0${asked}` : null),
    load(asked) {
      const name = nameOf(asked.replace('\0', ''))
      const entry = entries[name]
      if (!asked.startsWith('\0') || entry === undefined) return null
      return `export default ${JSON.stringify(serving ? `/${entry}` : (known.ownScripts?.[name] ?? ''))}`
    },
    configResolved({ build, command }) {
      serving = command === 'serve'
      emits = command === 'build' && !build.ssr
    },
    buildStart() {
      if (!emits) return
      for (const [name, entry] of Object.entries(entries))
        chunks.set(name, this.emitFile({ type: 'chunk', id: entry, name }))
    },
    generateBundle() {
      if (!emits) return
      known.ownScripts = Object.fromEntries(
        [...chunks].map(([name, chunk]) => [name, `/${this.getFileName(chunk)}`]),
      )
      // The front of the Worker is no module of this build: it reads the name from a file.
      this.emitFile({
        type: 'asset',
        fileName: 'assets/service-worker.txt',
        source: known.ownScripts['service-worker'] ?? '',
      })
    },
  }
}
