import { Form, useLoaderData } from '@remix-run/react'

type Row = {
  id: string
  localStart: string
  title: string
  coach: string
  room: string
  capacity: number
  booked: number
}

export async function loader({ context }: { context: unknown }) {
  const { env } = context as { env: { STUDIOS_0: D1Database } }
  const { results } = await env.STUDIOS_0.prepare(
    'SELECT * FROM peer_rows ORDER BY localStart',
  ).all<Row>()
  return { rows: results }
}

export default function Timetable() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Timetable</h1>
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <time dateTime={row.localStart}>{row.localStart.slice(11)}</time>
            <h3>{row.title}</h3>
            <p>
              {row.coach}, {row.room}
            </p>
            <Form method="post" action={`/book/${row.id}`}>
              <button type="submit">Book</button>
              <small>{row.capacity - row.booked} left</small>
            </Form>
          </li>
        ))}
      </ol>
    </main>
  )
}
