import { type CsvCell, csvText } from '#app/values/csv.ts'

/** Answers rows as a file called `name`.csv, the first row its heads. */
export function csvAnswer(name: string, rows: readonly (readonly CsvCell[])[]): Response {
  return new Response(csvText(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`,
    },
  })
}
