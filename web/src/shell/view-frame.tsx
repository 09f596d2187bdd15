import type { ReactNode } from 'react';

/** A view with a title: all but the conversation look like this. */
export function ViewFrame({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full min-w-0 max-w-[68rem] px-4 py-6 sm:px-8 lg:py-9">
      <h1 className="font-serif text-[1.875rem] leading-tight tracking-tight">{title}</h1>
      <p className="mt-1.5 mb-7 text-muted">{intro}</p>
      {children}
    </div>
  );
}
