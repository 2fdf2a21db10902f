import type { Plugin } from 'vite'
import { buildFont } from '../fonts/build-fonts.ts'

/**
 * Writes the fonts of PDFs among the browser's files; the Worker reads them from there
 * (app/http/downloads/pdf.server.ts).
 */
export const documentFonts: Plugin = {
  name: 'cadence:document-fonts',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle() {
    for (const weight of ['regular', 'bold'] as const)
      this.emitFile({
        type: 'asset',
        fileName: `fonts/document-${weight}.ttf`,
        source: buildFont(weight),
      })
  },
}
