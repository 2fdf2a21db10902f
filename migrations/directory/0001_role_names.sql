-- The role names of the trade; what each may do is the matrix in app/domain/identity/permissions.ts.
INSERT INTO `roles` (`id`, `name`, `is_staff`) VALUES
  ('owner', 'Owner', 1),
  ('manager', 'Manager', 1),
  ('coach', 'Coach', 1),
  ('front_desk', 'Front desk', 1),
  ('member', 'Member', 0);
