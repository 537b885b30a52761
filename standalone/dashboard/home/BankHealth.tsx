export function BankHealth() {
  return null;
}
