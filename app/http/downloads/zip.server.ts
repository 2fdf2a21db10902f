import { Zip, ZipDeflate } from 'fflate'
import { type CsvCell, csvLines, csvMark } from '#app/values/csv.ts'

/** Rows of a table, or text as it is. */
type File =
  | { name: string; parts: AsyncIterable<readonly (readonly CsvCell[])[]> }
  | { name: string; text: AsyncIterable<string> }

/**
 * Answers files as an archive called `name`.zip that is made while it is sent: what is kept
 * in memory does not grow with it. A read that fails breaks the download off, so that half an
 * archive is not taken for a whole one.
 */
export function zipStreamAnswer(name: string, files: readonly File[]): Response {
  const encoder = new TextEncoder()
  const pieces = piecesOf(files)
  const zip = new Zip()
  let sent = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      zip.ondata = (error, bytes, last) => {
        if (error) return controller.error(error)
        if (bytes.length > 0) controller.enqueue(bytes)
        sent ||= bytes.length > 0
        if (last) controller.close()
      }
    },
    // What is packed is handed out in blocks: some pieces make none yet.
    async pull() {
      for (sent = false; !sent; ) {
        const { done, value } = await pieces.next()
        if (done) return zip.end()
        if (value.begins) zip.add(value.file)
        value.file.push(encoder.encode(value.text), value.ends)
      }
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.zip"`,
    },
  })
}

async function* piecesOf(files: readonly File[]) {
  for (const one of files) {
    const file = new ZipDeflate(one.name, { level: 6 })
    yield { file, text: 'text' in one ? '' : csvMark, begins: true, ends: false }
    for await (const text of 'text' in one ? one.text : linesOf(one.parts))
      yield { file, text, begins: false, ends: false }
    yield { file, text: '', begins: false, ends: true }
  }
}

async function* linesOf(parts: AsyncIterable<readonly (readonly CsvCell[])[]>) {
  for await (const rows of parts) yield csvLines(rows)
}
