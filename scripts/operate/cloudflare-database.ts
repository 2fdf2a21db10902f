/**
 * A D1 database of a Cloudflare account from Node, through its HTTP API: as much of `D1Database` as
 * the operator's commands use. A batch is one call and one transaction, as with a binding.
 */

export type Account = { accountId: string; token: string; api?: string }

type Statement = { sql: string; params: unknown[] }
type Answer = {
  success: boolean
  errors?: { message: string }[]
  result?: { results?: unknown[]; success: boolean; meta?: unknown }[]
}

/** The database with that id. Throws what Cloudflare says where a call fails. */
export function cloudflareDatabase(
  { accountId, token, api = 'https://api.cloudflare.com/client/v4' }: Account,
  databaseId: string,
): D1Database {
  const url = `${api}/accounts/${accountId}/d1/database/${databaseId}/query`

  async function send(statements: Statement[]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(statements.length === 1 ? statements[0] : { batch: statements }),
    })
    const answer = (await response.json()) as Answer
    if (!response.ok || !answer.success || !answer.result)
      throw new Error(
        `Cloudflare answered ${response.status}: ${answer.errors?.map(({ message }) => message).join('; ') ?? ''}`,
      )
    return answer.result.map(({ results, meta }) => ({
      results: results ?? [],
      success: true,
      meta,
    }))
  }

  const made = new WeakMap<object, Statement>()
  const statement = (sql: string, params: unknown[]) => {
    const prepared = {
      bind: (...bound: unknown[]) => statement(sql, bound),
      all: async () => (await send([{ sql, params }]))[0],
      run: async () => (await send([{ sql, params }]))[0],
      first: async () => (await send([{ sql, params }]))[0]?.results[0] ?? null,
    }
    made.set(prepared, { sql, params })
    return prepared
  }
  return {
    prepare: (sql: string) => statement(sql, []),
    batch: async (prepared: object[]) =>
      prepared.length === 0 ? [] : await send(prepared.map((one) => made.get(one)!)),
  } as unknown as D1Database
}
