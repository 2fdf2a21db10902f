import { type CsvCell, csvLines, csvMark, csvText } from '#app/values/csv.ts'

type Rows = readonly (readonly CsvCell[])[]

/** Answers rows as a file called `name`.csv, the first row its heads. */
export function csvAnswer(name: string, rows: Rows): Response {
  return fileAnswer(name, csvText(rows))
}

/**
 * The same of rows that are read while the file is sent, some at a time: what is kept in memory does
 * not grow with it. A read that fails breaks the download off, so that half a file is not taken for
 * a whole one.
 */
export function csvStreamAnswer(name: string, parts: AsyncIterable<Rows>): Response {
  const encoder = new TextEncoder()
  const each = parts[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvMark)),
    async pull(controller) {
      const { done, value } = await each.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(csvLines(value)))
    },
    cancel: async () => void (await each.return?.()),
  })
  return fileAnswer(name, body)
}

const fileAnswer = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`,
    },
  })
