#!/usr/bin/env python3
"""The scanner of C++ text finds comments and functions without being misled by literals and initializers."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import cppsource


class Functions(unittest.TestCase):
    def found(self, text):
        return [(line, length, name) for line, length, name in cppsource.functions(text)]

    def test_a_free_function(self):
        self.assertEqual(self.found("#include <a>\n\nint f(int x)\n{\n    return x;\n}\n"), [(3, 4, "f")])

    def test_members_in_a_class_and_outside(self):
        text = "class A : public B<int>\n{\n    Q_OBJECT\n\npublic:\n    int f() const { return 1; }\nprivate:\n    int m_x = 0;\n};\n"
        self.assertEqual(self.found(text), [(6, 1, "f")])
        self.assertEqual(self.found("namespace a {\nvoid A::g() noexcept\n{\n}\n}\n"), [(2, 3, "A::g")])
        self.assertEqual(self.found("A::~A() = default;\nA::~A()\n{\n}\n"), [(2, 3, "A::~A")])
        self.assertEqual(self.found("struct A {\n    bool operator==(const A& o) const { return true; }\n};\n"), [(2, 1, "operator==")])
        self.assertEqual(self.found("struct A {\n    int operator()(int x) { return x; }\n};\n"), [(2, 1, "operator()")])

    def test_initializers_of_members(self):
        text = "A::A(int x)\n    : m_a{x}\n    , m_b(x)\n    , m_c{f([] { return 1; })}\n{\n    g();\n}\nvoid h() {}\n"
        self.assertEqual(self.found(text), [(1, 7, "A::A"), (8, 1, "h")])

    def test_default_arguments_in_braces(self):
        self.assertEqual(self.found("int f(const Options& options = {}, int x = {1})\n{\n    return 1;\n}\n"), [(1, 4, "f")])

    def test_templates_and_trailing_return_types(self):
        self.assertEqual(self.found("template <typename T = int>\nauto f(T x) -> std::vector<T>\n{\n}\n"), [(1, 4, "f")])

    def test_lambdas_and_blocks_belong_to_their_function(self):
        text = "void f()\n{\n    auto g = [](int x) {\n        return x;\n    };\n    if (g(1)) {\n    }\n}\n"
        self.assertEqual(self.found(text), [(1, 8, "f")])

    def test_data_is_no_function(self):
        self.assertEqual(self.found("const std::array table = {f(1), g{2}};\nconst Row row{1, 2};\nenum class A { b, c };\n"), [])

    def test_braces_in_literals_and_comments(self):
        text = 'void f() // {\n{\n    a("}{{", \'{\', R"x(}}})x", 1\'000\'000); /* { */\n}\nvoid g() {}\n'
        self.assertEqual(self.found(text), [(1, 4, "f"), (5, 1, "g")])


class Comments(unittest.TestCase):
    def test_lines_of_comments(self):
        text = '// one\nint x; // two\n/* three\n * four\n */\nauto s = "// none";\n//\n'
        self.assertEqual(list(cppsource.comment_lines(text)), [(1, "one"), (2, "two"), (3, "three"), (4, "four")])

    def test_code_keeps_its_line_numbers(self):
        self.assertEqual(cppsource.code("a /* x\ny */ b\n").count("\n"), 2)
        self.assertNotIn("x", cppsource.code('a("x"); // x'))
        self.assertIn('"x"', cppsource.uncommented('a("x"); // y'))


if __name__ == "__main__":
    unittest.main()
