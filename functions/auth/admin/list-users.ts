import type { Context } from 'hono'
import {
  listAccounts,
  mostAccountsAPage,
} from '#app/domain/identity/accounts/list-accounts.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { userObject } from '../wire.ts'

const perPageUsual = 50

/**
 * GET /admin/users: a page of accounts, with how many there are and where the next and the last
 * page are.
 */
export async function listUsers(c: Context<ServerEnv>): Promise<Response> {
  const { app } = c.var
  await requireAdmin(c)
  const page = count(c, 'page', 1, 1_000_000)
  const perPage = count(c, 'per_page', perPageUsual, mostAccountsAPage)
  const aud = c.req.header('X-JWT-AUD') || 'authenticated'
  const filter = (c.req.query('filter') ?? '').slice(0, 255)
  const { accounts, total } = await listAccounts(app.directory, {
    aud,
    page,
    perPage,
    filter,
    oldestFirst: isOldestFirst(c.req.query('sort') ?? ''),
  })
  const last = Math.max(1, Math.ceil(total / perPage))
  const links = [...(page < last ? [link(c, page + 1, 'next')] : []), link(c, last, 'last')]
  c.header('X-Total-Count', String(total))
  c.header('Link', links.join(', '))
  return c.json({ users: accounts.map(({ account, ...parts }) => userObject(account, parts)), aud })
}

/** A whole number of the query; nothing, or 0, is the usual. More than `most` is `most`. */
function count(c: Context<ServerEnv>, name: string, usual: number, most: number): number {
  const text = c.req.query(name) ?? ''
  if (!/^\d*$/.test(text)) {
    throw new AuthError(
      400,
      'validation_failed',
      `Bad Pagination Parameters: ${name} must be a whole number`,
    )
  }
  return Math.min(Number(text) || usual, most)
}

function isOldestFirst(sort: string): boolean {
  const [, direction = 'desc'] =
    /^created_at(?: (asc|desc))?$/i.exec(sort || 'created_at desc') ?? []
  if (sort !== '' && !/^created_at(?: (asc|desc))?$/i.test(sort)) {
    throw new AuthError(
      400,
      'validation_failed',
      'Bad Sort Parameters: accounts sort by created_at, asc or desc',
    )
  }
  return direction.toLowerCase() === 'asc'
}

/** `page` comes first in the address: clients read the number behind the first equals sign. */
function link(c: Context<ServerEnv>, page: number, rel: 'next' | 'last'): string {
  const url = new URL(c.req.url)
  const others = [...url.searchParams].filter(([name]) => name !== 'page')
  url.search = String(new URLSearchParams([['page', String(page)], ...others]))
  return `<${url}>; rel="${rel}"`
}
