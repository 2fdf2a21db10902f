import { type AppLoadContext, redirect, type ServerBuild } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

const targets: Record<string, string> = {
  out: '/sign-in?next=x',
  over: '/northside/manage/studio/tasks',
  in: '/northside/manage/sales/invoices',
}

const build = {
  entry: { module: { default: () => new Response() } },
  assets: { url: '/assets/manifest-0a1b.js', routes: {} },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    'routes/manage/away': {
      id: 'routes/manage/away',
      parentId: 'root',
      path: ':studio/manage/sales/:to',
      module: {
        default: () => null,
        loader: ({ params }: { params: { to?: string } }) => redirect(targets[params.to!]!),
      },
    },
    'routes/manage/press': {
      id: 'routes/manage/press',
      parentId: 'root',
      path: ':studio/manage/press/it',
      module: {
        handle: { answersData: true },
        action: () => {
          throw new Error('D1_ERROR')
        },
      },
    },
  },
  future: {},
} as unknown as ServerBuild

test('a browser that is sent to another area or section of the desk loads a new document, and in its own it does not', async () => {
  const ask = (to: string) =>
    pagesOf(build)(
      new Request(
        `https://studios.example/northside/manage/sales/${to}?_data=${encodeURIComponent('routes/manage/away')}`,
      ),
      {} as AppLoadContext,
    )

  const out = await ask('out')
  expect(out.headers.get('X-Remix-Redirect')).toBe('/sign-in?next=x')
  expect(out.headers.get('X-Remix-Reload-Document')).toBe('true')
  const over = await ask('over')
  expect(over.headers.get('X-Remix-Reload-Document')).toBe('true')
  const within = await ask('in')
  expect(within.headers.get('X-Remix-Redirect')).toBe('/northside/manage/sales/invoices')
  expect(within.headers.has('X-Remix-Reload-Document')).toBe(false)
})

test('a post that breaks where no page is says so in our words', async () => {
  const answer = await pagesOf({
    ...build,
    entry: { module: { default: () => new Response(), handleError: () => undefined } },
  } as unknown as ServerBuild)(
    new Request('https://studios.example/northside/manage/press/it', { method: 'POST' }),
    {} as AppLoadContext,
  )
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe(
    'Something went wrong on our side. It has been noted; try again in a minute.',
  )
})
