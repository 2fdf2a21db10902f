import { Outlet } from '@remix-run/react'

export default function MemberLayout() {
  return <Outlet />
}
