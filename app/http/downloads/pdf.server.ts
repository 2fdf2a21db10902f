import type { PdfFonts } from '#app/values/pdf/lay-out.ts'
import { lackingIn, makePdf, type PdfDocument, pdfFonts } from '#app/values/pdf/make-pdf.ts'

import { redirectWithFlash } from '../flash.server.ts'
import type { RequestContext } from '../request-context.server.ts'

/** The files that the build writes beside the browser's scripts (vite.config.ts). */
const fileOf = (weight: 'regular' | 'bold') =>
  `https://assets.internal/fonts/document-${weight}.ttf`

// The files belong to this build and never change: they are read once, and only for a document.
let reading: Promise<PdfFonts> | undefined

async function read(assets: Fetcher): Promise<PdfFonts> {
  const one = async (weight: 'regular' | 'bold') => {
    const answer = await assets.fetch(fileOf(weight))
    if (answer.status !== 200) throw new Error(`The font ${weight} answered ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  try {
    const [regular, bold] = await Promise.all([one('regular'), one('bold')])
    return pdfFonts(regular, bold)
  } catch (error) {
    // The next request tries again.
    reading = undefined
    throw error
  }
}

/**
 * Answers a document as a file called `name`.pdf. Null where the fonts lack a letter of it: anyone
 * who asked is led to the page that prints it, which sets every script there is.
 */
async function pdfAnswer(
  { ASSETS }: { ASSETS: Fetcher },
  name: string,
  document: PdfDocument,
): Promise<Response | null> {
  reading ??= read(ASSETS)
  const fonts = await reading
  if (lackingIn(document, fonts).length > 0) return null
  return new Response(makePdf(document, fonts) as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.pdf"`,
    },
  })
}

/** A document as a file, or 303 to its `page`, which prints it, where the fonts lack a letter. */
export async function printInstead(
  app: RequestContext,
  document: PdfDocument,
  { name, page }: { name: string; page: string },
): Promise<Response> {
  const file = await pdfAnswer(app.env, name, document)
  if (file) return file
  const text =
    'Our PDF fonts lack a letter of this document. Print this page instead, or save it as a PDF ' +
    'from your browser’s print menu.'
  return redirectWithFlash(app, page, text, 'warn')
}
