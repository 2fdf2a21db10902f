import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { CoursesList } from '#app/routes/manage/schedule/courses/_index/courses-list.tsx'
import { coursesLoader } from '#app/routes/manage/schedule/courses/_index/courses-loader.server.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Workshops', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => coursesLoader(context, 'workshop')

export default function Workshops() {
  return <CoursesList {...useLoaderData<typeof loader>()} />
}
