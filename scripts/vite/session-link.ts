import type { Plugin } from 'vite'

const id = 'virtual:session-link'
const entry = 'app/session-link/entry.ts'

/**
 * Builds app/session-link/entry.ts as a script of its own, for pages that carry no React, and tells
 * the server its address. The browser's build comes first and the server's follows in the same
 * process.
 */
export function sessionLink(): Plugin {
  const known = globalThis as { sessionLinkScript?: string }
  let chunk = ''
  let serving = false
  return {
    name: 'cadence:session-link',
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    load: (asked) =>
      asked === `\0${id}`
        ? `export default ${JSON.stringify(serving ? `/${entry}` : (known.sessionLinkScript ?? ''))}`
        : null,
    configResolved({ build, command }) {
      serving = command === 'serve'
      if (command === 'build' && !build.ssr) chunk = 'wanted'
    },
    buildStart() {
      if (chunk) chunk = this.emitFile({ type: 'chunk', id: entry, name: 'session-link' })
    },
    generateBundle() {
      if (chunk) known.sessionLinkScript = `/${this.getFileName(chunk)}`
    },
  }
}
