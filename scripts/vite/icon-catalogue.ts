import type { Plugin } from 'vite'
import { buildCatalogue } from '../icons/build-catalogue.ts'

/**
 * Writes the catalogue of icons among the browser's files; the Worker reads it from there
 * (app/http/icons.server.ts).
 */
export const iconCatalogue: Plugin = {
  name: 'cadence:icon-catalogue',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'catalogue/icons.json',
      source: JSON.stringify(buildCatalogue()),
    })
  },
}
