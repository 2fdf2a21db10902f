import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  newCourseAction,
  newCourseLoader,
} from '#app/routes/manage/schedule/courses/new/new-course.server.ts'
import { NewCourse } from '#app/routes/manage/schedule/courses/new/new-course.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a workshop', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => newCourseLoader(context, 'workshop')

export const action = ({ context, request }: ActionFunctionArgs) =>
  newCourseAction(context, request, 'workshop')

export default function Page() {
  return (
    <NewCourse
      {...useLoaderData<typeof loader>()}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
