import { type AppLoadContext, redirect, type ServerBuild } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { areaOf, pagesOf } from './pages.ts'

test.each([
  ['/', 'site'],
  ['/sign-in', 'site'],
  ['/Welcome/setup/rooms', 'site'],
  ['/northside', 'member'],
  ['/northside/home/timetable', 'member'],
  ['/northside/manage', 'manage'],
  ['/northside/Manage/members/members', 'manage'],
  ['/northside/portal/manage', 'member'],
])('%s lies in %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})

const build = {
  entry: { module: { default: () => new Response() } },
  assets: { url: '/assets/manifest-0a1b.js', routes: {} },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    'routes/manage/away': {
      id: 'routes/manage/away',
      parentId: 'root',
      path: ':studio/manage/:to',
      module: {
        default: () => null,
        loader: ({ params }: { params: { to?: string } }) =>
          redirect(params.to === 'out' ? '/sign-in?next=x' : '/northside/manage/studio'),
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

test('a browser that is sent to another area loads a new document, and in its own it does not', async () => {
  const ask = (to: string) =>
    pagesOf(build)(
      new Request(
        `https://studios.example/northside/manage/${to}?_data=${encodeURIComponent('routes/manage/away')}`,
      ),
      {} as AppLoadContext,
    )

  const out = await ask('out')
  expect(out.headers.get('X-Remix-Redirect')).toBe('/sign-in?next=x')
  expect(out.headers.get('X-Remix-Reload-Document')).toBe('true')
  const within = await ask('in')
  expect(within.headers.get('X-Remix-Redirect')).toBe('/northside/manage/studio')
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
