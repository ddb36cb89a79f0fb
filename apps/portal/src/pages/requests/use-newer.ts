import { useEffect, useState } from 'react';
import { get, of, type Query } from '../../api/client';
import type { RequestPage, RequestView } from '../../api/types';

const EVERY_MS = 1_500;
const MOST = 500;

/** Which list it is; in a text, which stays the same as long as the list does. */
type Named = [tenant: string, query: Query, newest?: string];

/** The requests that came after the newest of a list, as they come; the newest first. */
export function useNewer(tenant: string, query: Query, newest: string | undefined, isLive: boolean): RequestView[] {
  const [seen, setSeen] = useState<{ of: string; requests: RequestView[] }>({ of: '', requests: [] });
  const name = JSON.stringify([tenant, query, newest] satisfies Named);

  useEffect(() => {
    if (!isLive) return;
    const [tenant, query, newest] = JSON.parse(name) as Named;
    let last = newest ?? '0';
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      try {
        const { requests } = await get<RequestPage>(of(tenant, 'requests'), { ...query, after: last, limit: 100 });
        if (isOver) return;
        last = requests.at(-1)?.id ?? last;
        const came = requests.toReversed();
        if (came.length > 0)
          setSeen(seen => ({
            of: name,
            requests: [...came, ...(seen.of === name ? seen.requests : [])].slice(0, MOST),
          }));
      } catch {
        // It is looked for again; a session that has ended shows on the next page that is opened.
      }
      if (!isOver) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [name, isLive]);

  return seen.of === name ? seen.requests : [];
}
