import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { PublicProgram } from '../server/programs/public.ts';
import { ProgramProvider } from './brand/ProgramProvider.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { SignedOut } from './SignedOut.tsx';

/** The whole site of one program. */
export function App({ program }: { program: PublicProgram }) {
  return (
    <ProgramProvider program={program}>
      <BrowserRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
        <ErrorBoundary>
          <Routes>
            <Route path="*" element={<SignedOut loginUrl={`${program.auth_url}/login`} />} />
          </Routes>
        </ErrorBoundary>
      </BrowserRouter>
    </ProgramProvider>
  );
}
