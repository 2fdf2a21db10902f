import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '#app/ui/page-title.ts'
import { CoursesList } from './courses-list.tsx'
import { coursesLoader } from './courses-loader.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Courses', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => coursesLoader(context, 'course')

export default function Courses() {
  return <CoursesList {...useLoaderData<typeof loader>()} />
}
