import { Route, Routes } from 'react-router-dom';
import { staffPath } from '../../server/domain/access/guard.ts';
import { NotFound } from '../guard/NotFound.tsx';
import { CustomerPage } from './customer/CustomerPage.tsx';
import { FindCustomer } from './FindCustomer.tsx';
import { StaffFrame } from './StaffFrame.tsx';

/** The routes of the staff pages: the customer search and the customer page. */
export function StaffPages() {
  return (
    <Routes>
      <Route path={staffPath} element={framed(<FindCustomer />)} />
      <Route path={`${staffPath}/customers/:token/:tab?`} element={framed(<CustomerPage />)} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function framed(page: JSX.Element) {
  return <StaffFrame>{page}</StaffFrame>;
}
