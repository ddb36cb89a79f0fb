import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFound } from '../shell/error-pages';
import { namedBy } from '../shell/palette/commands';

/** Redirects to the page of an ID, domain or email address, for links that contain nothing else. */
export default function Find() {
  const { tenant, text } = useParams({ from: '/session/t/$tenant/find/$text' });
  const navigate = useNavigate();
  const href = namedBy(text.trim(), tenant)[0]?.to;
  useEffect(() => {
    if (href !== undefined) void navigate({ href, replace: true });
  }, [href, navigate]);
  return href === undefined && <NotFound />;
}
